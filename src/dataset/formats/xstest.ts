import { parseNamedCsv } from '../csv.ts';
import { published } from '../published.ts';
import type { Row } from '../row.ts';
import type { Format } from './format.ts';

/** The 450 requests, as their authors and the Self-Execution Benchmark publish them (also the files of 2023 without labels). */
export const xstest: Format = {
  name: 'XSTest CSV',
  experiment: 'restriction',
  source: published.xstest,
  matches: (input) => input.kind === 'file' && ['prompt', 'type'].every((name) => input.header.includes(name)),
  read: (input) => (input.kind === 'file' ? items(parseNamedCsv(input.text, input.path)) : []),
};

/** Types whose n-th rows were written as each other's contrast. */
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

function items(rows: readonly Row<Readonly<Record<string, string>>>[]): Row[] {
  const seen = new Map<string, number>();
  return rows.map((row, index) => {
    const { id, id_v2, prompt, type = '', label } = row.value;
    const place = (seen.get(type) ?? 0) + 1;
    seen.set(type, place);
    const family = families[type];
    const value = {
      id: id ?? id_v2 ?? String(index + 1),
      prompt,
      label: label ?? (type.startsWith('contrast_') ? 'unsafe' : 'safe'),
      kind: type,
      ...(family === undefined ? {} : { pair: `${family}-${place}` }),
    };
    return { ...row, value };
  });
}
