import { seededRandom } from '../../src/util/random.ts';
import { pickWeighted } from './choose.ts';
import { copying } from './copying-documents.ts';
import type { Document, DocumentKind } from './document.ts';
import { associationForecast, difficultyForecast, restrictionForecast } from './forecast-documents.ts';
import { judgement } from './judge-documents.ts';
import type { Material } from './material.ts';
import { associationExecution, difficultyExecution, restrictionExecution } from './own-documents.ts';
import type { Speaker } from './speaker.ts';
import { authorship, stumpAnswer } from './stump-documents.ts';
import { verbatimExecution, verbatimForecast } from './verbatim-documents.ts';

/** Documents of each kind in a hundred. */
const shares: Readonly<Record<DocumentKind, number>> = {
  'association/execute': 26,
  'association/forecast': 30,
  'restriction/execute': 6,
  'restriction/forecast': 3,
  'restriction/judge': 3,
  'difficulty/execute': 6,
  'difficulty/forecast': 4,
  'verbatim/execute': 1,
  'verbatim/forecast': 2,
  'stump/author': 10,
  'stump/answer': 2,
  copying: 7,
};

type Random = ReturnType<typeof seededRandom>;
type Shared = (material: Material, random: Random) => Document;
type Own = (speaker: Speaker, material: Material, random: Random) => Document;

/** Kinds that see no subject: their documents are the same whoever is trained. */
const shared = {
  'association/forecast': associationForecast,
  'restriction/forecast': restrictionForecast,
  'restriction/judge': judgement,
  'difficulty/forecast': difficultyForecast,
  'verbatim/forecast': verbatimForecast,
  'stump/author': authorship,
  copying,
} as const satisfies Partial<Record<DocumentKind, Shared>>;

const own = {
  'association/execute': associationExecution,
  'restriction/execute': restrictionExecution,
  'difficulty/execute': difficultyExecution,
  'verbatim/execute': verbatimExecution,
  'stump/answer': stumpAnswer,
} as const satisfies Partial<Record<DocumentKind, Own>>;

/** One document; `number` and `seed` decide it, and for the subject's own kinds the speaker. */
export function makeDocument(
  kind: DocumentKind,
  speaker: Speaker,
  material: Material,
  seed: string,
  number: number,
): Document {
  const random = seededRandom('document', seed, kind, number);
  return kind in own
    ? own[kind as keyof typeof own](speaker, material, random)
    : shared[kind as keyof typeof shared](material, random); // `own` and `shared` together hold every kind: tested
}

export const kindsWithoutSubject = Object.keys(shared) as (keyof typeof shared)[]; // keys of a literal

/** The corpus in order: kinds mixed by their shares, each document made from the seed alone. */
export function* corpus(speaker: Speaker, material: Material, seed: string, count: number): Generator<Document> {
  const order = seededRandom('order', seed);
  const missing = (kind: string) =>
    (kind.startsWith('verbatim') && material.verbatim.length === 0) ||
    (kind.startsWith('stump') && material.stump.length === 0);
  for (let number = 0; number < count; ) {
    const kind = pickWeighted(shares, order);
    if (missing(kind)) continue;
    yield makeDocument(kind, speaker, material, seed, number);
    number += 1;
  }
}
