import type { RoutineDraft, RoutineView, RunRoutine, SaveRoutine } from '../../preload/contract/routines';
import type { Door } from './handle';

/** The kept routines, and the way to run one. */
export interface RoutineRequests {
  list(): RoutineView[];
  draft(session: string): RoutineDraft;
  save(request: SaveRoutine): RoutineView;
  rename(name: string, to: string): void;
  delete(name: string): void;
  restore(name: string): void;
  /** Begins a run of it in a new session; rejects in the person's words when it can't. */
  run(request: RunRoutine): { session: string };
}

/** What the main window can do with routines. Running one goes through the loop and its gate, as every run does. */
export function answerRoutines(door: Door, desk: RoutineRequests): void {
  door.handle('listRoutines', () => desk.list());
  door.handle('draftRoutine', (session) => desk.draft(session));
  door.handle('saveRoutine', (request) => desk.save(request));
  door.handle('renameRoutine', ({ name, to }) => desk.rename(name, to));
  door.handle('deleteRoutine', (name) => desk.delete(name));
  door.handle('restoreRoutine', (name) => desk.restore(name));
  door.handle('runRoutine', (request) => desk.run(request));
}
