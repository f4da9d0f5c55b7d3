/** What people sell by the piece, as the source of a pattern: "strip", "tabs". */
export const unitWords =
  "(?:tab|tablet|cap|capsule|strip|box|boxe|pack|packet|pkt|bottle|btl|vial|amp|ampoule|inj|injection|tube|sachet|pc|piece|unit|no)s?";
