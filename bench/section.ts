import type { Peers } from './peers.ts';

/** What every section gets. */
export interface Setting {
  /** The command's main file: of the built package, as users have it. */
  readonly main: string;
  /** Root of the project. */
  readonly project: string;
  readonly peers: Peers;
  /** Scratch, outside the project. */
  readonly folder: string;
  /** Small numbers, to see whether everything still runs. */
  readonly quick: boolean;
  readonly rounds: number;
}

export type Cell = string | number | null;

/** Rows by column; a column's name says its unit. */
export interface Table {
  readonly title: string;
  /** How it was measured, in a sentence. */
  readonly note: string;
  readonly rows: readonly Readonly<Record<string, Cell>>[];
}

/** A bound that has to hold, and what came out. */
export interface Verdict {
  readonly what: string;
  readonly bound: string;
  readonly measured: string;
  readonly holds: boolean;
}

export interface SectionResult {
  readonly tables: readonly Table[];
  readonly verdicts: readonly Verdict[];
}

export type Section = (setting: Setting) => Promise<SectionResult>;
