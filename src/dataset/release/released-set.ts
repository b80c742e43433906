/** A file of the release, by its path in the folder. */
interface ReleaseFile {
  readonly path: string;
  readonly text: string;
}

/** One set of the release. */
export interface ReleasedSet {
  readonly experiment: string;
  readonly path: string;
  readonly examples: number;
  /** Names of the fields, in order of the schema. */
  readonly fields: readonly string[];
  readonly licence: string;
  readonly sha256: string;
  readonly bytes: number;
}

export interface Release {
  readonly version: string;
  readonly examples: number;
  /** Hex sha256 of the line "sha256  path" of every data file: the name of the release's content. */
  readonly sha256: string;
  readonly files: readonly ReleaseFile[];
}
