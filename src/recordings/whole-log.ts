import { AppError } from '../util/app-error.ts';
import { jsonObject } from './damaged-log.ts';
import { type EvalFile, openJsonLog } from './eval-file.ts';
import { isZipFile, mayBeInspectJson } from './formats.ts';
import type { JsonObject } from './values.ts';
import { openZip } from './zip.ts';

/** Opens a log of Inspect with its whole samples, not their summaries; null for any other file. AppError where it is damaged. */
export async function openWholeLog(file: string): Promise<EvalFile | null> {
  if (await isZipFile(file)) {
    const zip = await openZip(file);
    const entry = ['header.json', '_journal/start.json'].find((name) => zip.names.has(name));
    if (entry === undefined) return null;
    const header = jsonObject(await zip.text(entry), file, entry);
    const names = [...zip.names].filter((name) => /^samples\/.*\.json$/.test(name));
    const samples = async function* (): AsyncGenerator<JsonObject> {
      for (const name of names) yield jsonObject(await zip.text(name), file, name);
    };
    return { header, samples: samples() };
  }
  if (!(await mayBeInspectJson(file))) return null;
  try {
    return openJsonLog(file);
  } catch (error) {
    if (error instanceof AppError) return null; // the reader of its format says what is wrong with it
    throw error;
  }
}
