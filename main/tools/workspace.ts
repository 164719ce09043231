/**
 * Where a path leads and what kind of place that is. The gate judges by `place`:
 * workspace runs, outside asks, secret and own are refused on every route.
 */
export interface PathFact {
  /** As the model wrote it. */
  input: string;
  /** Absolute, links followed as far as the path exists. */
  real: string;
  access: 'read' | 'write';
  place: 'workspace' | 'outside' | 'secret' | 'own';
  exists: boolean;
}

/** Real paths that no command may reach; see `PathFact.place`. */
export interface WorkspaceGuard {
  /** The home folder by which secrets are known. */
  home: string;
  /** Our data folder, and the part of it that may be read. */
  own: string;
  readable: string;
  /** Our own code: read, never written. */
  code: readonly string[];
  /** Folders of skills in use: read like the workspace, never written. */
  lent(): readonly string[];
}

/** The folder a run works in, and the one resolver of every path. */
export interface Workspace {
  /** Absolute real path. */
  readonly root: string;
  resolve(input: string, access: 'read' | 'write'): Promise<PathFact>;
  /** What kind of place a real path is, for reading, without looking at the disk: for results of a search that followed no link. */
  placeOf(real: string): PathFact['place'];
  /** What commands are kept from even where nobody named it. */
  readonly guard: WorkspaceGuard;
}
