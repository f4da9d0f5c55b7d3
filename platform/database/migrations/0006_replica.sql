-- Tells whether a replica follows the primary. Positions in the write-ahead log compare only along one line of history:
-- after a failover a standby that was left behind may stand further on a timeline that the primary gave up. So each
-- timeline has a row, written by its primary, which only those have who follow it.

create schema replica;

create table replica.timelines (
  -- Eight hex digits, as in the names of the log's files.
  timeline text primary key,
  -- Of the servers that share the timeline; a copy of the database on other servers takes this row along.
  system_identifier bigint not null,
  mark uuid not null
);
