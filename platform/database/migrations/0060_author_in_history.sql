-- Whoever completes a plan that was nobody's becomes its author. The history notes that too, so that taking it back gives the visit
-- back to nobody. Only an edit sets these columns: an account that is deleted changes the author alone, and is no change of the visit.
create or replace trigger visits_history after update of doctor_id, visit_date, status, notes on visits
  for each row execute function history.note_edit('doctor_id', 'visit_date', 'status', 'notes', 'created_by');
