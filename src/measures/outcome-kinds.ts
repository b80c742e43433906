import type { Outcome } from '../domain/outcome.ts';
import { authoredKind } from './authored/authored-kind.ts';
import { binaryKind } from './binary/binary-kind.ts';
import { categoricalKind } from './categorical/categorical-kind.ts';
import { decisionKind } from './decision/decision-kind.ts';
import { editKind } from './edit/edit-kind.ts';
import { numericKind } from './numeric/numeric-kind.ts';
import type { OutcomeKind } from './outcome-kind.ts';
import { rankingKind } from './ranking/ranking-kind.ts';
import { textKind } from './text/text-kind.ts';

/** Every kind of outcome. */
export const outcomeKinds: { readonly [K in Outcome['kind']]: OutcomeKind<Extract<Outcome, { readonly kind: K }>> } = {
  binary: binaryKind,
  ranking: rankingKind,
  text: textKind,
  authored: authoredKind,
  categorical: categoricalKind,
  numeric: numericKind,
  decision: decisionKind,
  edit: editKind,
};

/** Returns what the program does with an outcome of this kind. */
export function kindOfOutcome({ kind }: Outcome): OutcomeKind<Outcome> {
  return outcomeKinds[kind] as OutcomeKind<Outcome>; // called with outcomes of this kind only
}
