import { join } from 'node:path';
import { parseCsv } from '../../data/files/csv.ts';
import { readText } from '../../data/files/read-text.ts';

/** One run's part of a file: texts by item id, under the model in the run's header. */
export interface RunBlock {
  readonly model: string;
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Returns the runs in a file of experiment 2. Each starts with a row `0` and a row `provider/model:`; then comes one
 * cell per item: an empty line, the id, and the text from the next line on.
 */
export function readRunBlocks(folder: string, name: string): readonly RunBlock[] {
  const file = join(folder, name);
  const blocks: { model: string; texts: Map<string, string> }[] = [];
  for (const { value } of parseCsv(readText(file), file)) {
    const [cell = ''] = value;
    const header = /^([\w.-]+\/[\w.:-]+):\n?$/.exec(cell);
    const entry = /^\n?(\d+)\n([\s\S]*)$/.exec(cell);
    if (header !== null) blocks.push({ model: header[1] ?? '', texts: new Map() });
    else if (entry !== null) blocks.at(-1)?.texts.set(entry[1] ?? '', entry[2] ?? '');
  }
  return blocks;
}

/** Values that the authors' program extracted from a run: the letters of prediction and judgment, by item id. */
export type ExtractedRun = ReadonlyMap<string, { readonly prediction: string; readonly judged: string }>;

/**
 * Returns the runs in an `output_data` file, each starting with the header `0,1,2,3`; rows are id, prompt, and the two
 * letters.
 */
export function readExtractedRuns(folder: string, name: string): readonly ExtractedRun[] {
  const file = join(folder, name);
  const runs: Map<string, { prediction: string; judged: string }>[] = [];
  for (const { value } of parseCsv(readText(file), file)) {
    const [id = '', , prediction, judged] = value;
    if (id === '0') runs.push(new Map());
    else if (prediction !== undefined && judged !== undefined) runs.at(-1)?.set(id, { prediction, judged });
  }
  return runs;
}
