import type { CompiledQuery } from 'kysely';
import { z } from 'zod';
import type { Consent } from '../../domain/consent.ts';
import type { RunId } from '../../domain/run-config.ts';
import { sha256 } from '../../util/canonical-json.ts';
import type { Database } from '../database/database.ts';
import { checkRow } from '../database/rows.ts';
import { type ConsentKey, keyPrefix } from '../event.ts';
import { eventInsertion, histories } from '../events/events.ts';

const storedSchema = z.strictObject({
  kind: z.literal('agreed'),
  run: z.string(),
  person: z.string(),
  how: z.enum(['viewer', 'sheet']),
  text: z.string(),
  textSha256: z.string(),
});

/** Returns the beginning of the keys of a run's consents. */
export function consentKeys(run: RunId): string {
  return `${keyPrefix.consent}${run}-`;
}

/**
 * Returns the query that stores a consent as an event with its own hash. A person agrees once to a text: a later consent of
 * the same person to the same text is dropped.
 */
export function consentInsertion({ db }: Pick<Database, 'db'>, run: RunId, { at, ...consent }: Consent): CompiledQuery {
  const key = `${consentKeys(run)}${sha256(JSON.stringify([consent.person, consent.textSha256]))}` as ConsentKey; // the only place that creates keys of consents
  return eventInsertion({ db }, { key, number: 0, at, event: { kind: 'agreed', run, ...consent } });
}

/** Returns consents by run, oldest first. AppError `store-damaged` for a changed one. */
export async function storedConsents(
  database: Database,
  run: RunId | null,
): Promise<ReadonlyMap<string, readonly Consent[]>> {
  const events = await histories(database, 'consent', run === null ? undefined : consentKeys(run));
  const all = events.map(({ at, event }) => ({ at, ...checkRow(storedSchema, event, 'a consent') }));
  const found = new Map<string, Consent[]>();
  const order = ({ at, person }: Consent) => `${at} ${person}`;
  for (const { kind: _kind, run: id, ...consent } of all.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))) {
    found.set(id, [...(found.get(id) ?? []), consent]);
  }
  return found;
}
