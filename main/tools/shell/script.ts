/** One word of a command, as far as it is known before the command runs. */
export interface Word {
  /** Its value after quotes and expansions; null when it depends on what happens at run time. */
  text: string | null;
  /** The value with `*` for each unknown part: what it could look like. */
  pattern: string;
  /** Holds a wildcard that the shell expands. */
  glob: boolean;
}

export interface Redirect {
  kind: 'read' | 'write' | 'here';
  target: Word;
}

/** One simple command: a name with its words, wherever in the script it stands. */
export interface ShellCommand {
  words: Word[];
  assignments: { name: string; value: Word }[];
  redirects: Redirect[];
  /** Programs that hand this command on, outermost first: sudo, xargs, bash… */
  via: string[];
  /** Where its input comes from. */
  input: 'inherited' | 'pipe' | 'here';
  /** Text of a here-document or here-string, null when unknown or none. */
  hereText: string | null;
  /** Number of the pipeline it belongs to, and its stage there. */
  pipeline: number;
  stage: number;
}

/** Everything a script would run, found without running it. */
export interface Script {
  commands: ShellCommand[];
  /** Names of functions it defines. */
  functions: string[];
  /** Why not everything could be understood: such a script is never proven harmless. */
  doubts: Doubt[];
  /** Leaves something running. */
  background: boolean;
}

/** syntax: not valid Bash. dynamic: a command name or script text only known at run time. hidden: an expansion the parser didn't take apart. */
export type Doubt = 'syntax' | 'dynamic' | 'hidden' | 'depth';
