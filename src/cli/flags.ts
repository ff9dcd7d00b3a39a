/** The flags of all commands, as the parser of the command line names them. A command gets those that it defines. */
export interface CommandFlags {
  // What a run does; most of these can be set in a settings file as well.
  readonly layout?: string;
  readonly move?: readonly string[];
  readonly stay?: readonly string[];
  readonly keepDefaults?: boolean;
  readonly tooling?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly todos?: boolean;
  readonly transform?: readonly string[];
  readonly edition?: string;
  /** The name of a settings file, or false: none is wanted. */
  readonly config?: string | false;
  readonly trustConfig?: boolean;
  readonly interactive?: boolean;
  readonly allowDirty?: boolean;
  readonly allowIgnored?: boolean;
  readonly verifyCommand?: string;
  readonly commit?: boolean;
  readonly messageMoves?: string;
  readonly messageEdits?: string;
  readonly recover?: boolean;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly check?: boolean;
  readonly shard?: string;
  readonly jobs?: string;
  readonly stdinFilename?: string;
  // What is shown, and where it goes.
  readonly format?: readonly string[];
  readonly output?: readonly string[];
  readonly baseline?: string;
  readonly campaign?: boolean;
  readonly ticks?: string;
  readonly note?: string;
  readonly patch?: boolean;
  readonly variant?: string;
  readonly changed?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}
