import type { SebEnd, SebOptions } from './command.ts';
import type { AuditServer, Reply, Responder } from './server.ts';

/** One line of the audit's table. */
export interface Check {
  /** What was tried, in a few words. */
  readonly what: string;
  readonly expected: string;
  readonly seen: string;
  /** Null where it was not measured; `seen` says why. */
  readonly ok: boolean | null;
}

/** What a case works with; everything in it is closed or deleted after the case. */
export interface AuditSetting {
  /** An empty folder, in which `seb` runs. */
  readonly folder: string;
  /** Runs the `seb` command to its end, or kills it at its time limit. */
  seb(args: readonly string[], options?: SebOptions): Promise<SebEnd>;
  /** Starts a loopback server that gives every request this reply, or the reply of a function. */
  serve(reply: Reply | Responder): Promise<AuditServer>;
}

/** The reproduction of one defect of the audit. Each file in cases/ exports one as `auditCase`. */
export interface AuditCase {
  /** The number of the defect in the audit, as `1`, or `D` for its list of small ones. */
  readonly defect: string;
  check(setting: AuditSetting): Promise<readonly Check[]>;
}
