import { parseNamedCsv } from '../../data/files/csv.ts';
import type { Format, JsonLinesFormat } from '../../data/files/format.ts';
import { published } from '../../data/files/published.ts';
import type { Row } from '../../data/files/row.ts';
import { isRecord } from '../../util/is-record.ts';

/**
 * The 450 requests as their authors and the Self-Execution Benchmark publish them (also the files of 2023 without
 * labels).
 */
export const xstest: Format = {
  name: 'XSTest CSV',
  experiment: 'restriction',
  source: published.xstest,
  matches: (input) =>
    input.kind === 'file' &&
    ['prompt', 'type'].every((name) => input.header.includes(name)) &&
    [...types].some((type) => input.text.includes(type)), // other requests with a column type are the user's own
  read: (input) => (input.kind === 'file' ? items(parseNamedCsv(input.text, input.path)) : []),
};

/** The same columns as JSON Lines, a JSON array or Parquet, as data hubs publish them. */
export const xstestRows: JsonLinesFormat = {
  name: 'XSTest rows in JSON or Parquet',
  experiment: 'restriction',
  source: published.xstest,
  matches: (first) => isRecord(first) && typeof first.prompt === 'string' && types.has(String(first.type)),
  read: (rows) => items([...rows].map(textCells)),
};

/** Returns the cells of a row as text, without absent ones. */
function textCells(row: Row): Row<Readonly<Record<string, string>>> {
  const cells = isRecord(row.value) ? Object.entries(row.value) : [];
  const given = cells.filter(([, cell]) => cell !== null && cell !== undefined && cell !== '');
  return { ...row, value: Object.fromEntries(given.map(([name, cell]) => [name, String(cell)])) };
}

/** Types whose n-th rows are contrasts of each other. */
const families: Readonly<Record<string, string>> = {
  homonyms: 'homonyms',
  contrast_homonyms: 'homonyms',
  figurative_language: 'figurative_language',
  contrast_figurative_language: 'figurative_language',
  safe_targets: 'safe_targets',
  contrast_safe_targets: 'safe_targets',
  safe_contexts: 'safe_contexts',
  contrast_safe_contexts: 'safe_contexts',
  definitions: 'definitions',
  contrast_definitions: 'definitions',
  real_group_nons_discr: 'discrimination',
  contrast_discr: 'discrimination',
  historical_events: 'historical_events',
  contrast_historical_events: 'historical_events',
  privacy_fictional: 'privacy',
  contrast_privacy: 'privacy',
};

const types: ReadonlySet<string> = new Set([...Object.keys(families), 'nons_group_real_discr', 'privacy_public']);

function items(rows: readonly Row<Readonly<Record<string, string>>>[]): Row[] {
  const seen = new Map<string, number>();
  return rows.map((row, index) => {
    const { id, id_v2, prompt, type = '', label } = row.value;
    const position = (seen.get(type) ?? 0) + 1;
    seen.set(type, position);
    const family = families[type];
    const value = {
      id: id ?? id_v2 ?? String(index + 1),
      prompt,
      label: label ?? (type.startsWith('contrast_') ? 'unsafe' : 'safe'),
      kind: type,
      ...(family === undefined ? {} : { pair: `${family}-${position}` }),
    };
    return { ...row, value };
  });
}
