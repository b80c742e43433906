import { parsedJson } from '../../util/canonical-json.ts';
import { isRecord } from '../../util/is-record.ts';
import { isNestedDeeper } from '../../util/json-shape.ts';
import { failed } from '../failure.ts';
import { type HostResult, ok } from '../http/host-result.ts';

const maxDepth = 100;

/** Parses the lines of a result file. A line that is not a JSON object means that the file was cut: a failure. */
export function resultLines(text: string, file: string): HostResult<readonly Readonly<Record<string, unknown>>[]> {
  const rows: Readonly<Record<string, unknown>>[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const value = isNestedDeeper(line, maxDepth) ? undefined : parsedJson(line);
    if (!isRecord(value)) {
      return failed('bad-response', `result file ${file} was cut or damaged at line ${rows.length + 1}`, {
        retryable: true,
      });
    }
    rows.push(value);
  }
  return ok(rows);
}
