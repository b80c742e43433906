import { type CompanyMark, dotPanels, shareDomain } from './dot-panels.ts';
import { dotsOf, type FigureRows, hasValues, type Wanted, wantedEstimates } from './estimate-dots.ts';
import type { Figure } from './figure.ts';
import { numberText } from './number-text.ts';

const measured = (panel: string, measure: string): Wanted => ({
  panel,
  experiment: 'verbatim',
  measure,
  policy: 'parsed',
});
const likenesses: readonly Wanted[] = [
  measured('edit similarity', 'edit_similarity'),
  measured('token F1', 'token_f1'),
  measured('first words', 'first_words_match'),
  measured('exact match', 'exact_match'),
];
const failures: readonly Wanted[] = [
  measured('answers the framing', 'engages_share'),
  measured('foresees another response', 'differs_share'),
  measured('judge: answers the framing', 'judged_engages_share'),
  measured('judge: another response', 'judged_differs_share'),
];
const kinds = [
  ['base_rate', 'different prompts'],
  ['ceiling', 'second execution'],
] as const;

/** How like its responses a model's forecasts of them are, between floor and ceiling; and in which way they fail. */
export function verbatimMetrics(rows: FigureRows): readonly Figure[] {
  const run = likenesses.some((each) => wantedEstimates(rows, each).length > 0);
  const own = { ...rows, published: null };
  return run ? [likenessFigure(own), failureFigure(own)] : [];
}

function likenessFigure(rows: FigureRows): Figure {
  const named = { name: 'verbatim', title: 'Verbatim: how like the response is the forecast of it?' };
  const present = likenesses.filter((each) => hasValues(rows, [each]));
  if (present.length === 0) return { ...named, kind: 'absent', reason: 'no forecast and response are usable' };
  const marks = present.flatMap((each) =>
    wantedEstimates(rows, each).flatMap((estimate) =>
      kinds.flatMap(([field, kind]): readonly CompanyMark[] => {
        const value = estimate[field];
        if (value === null) return [];
        const label = rows.labels(estimate);
        const tip = `${label} · ${each.panel} · ${kind}: ${numberText(value, estimate.unit)}`;
        return [{ label, panel: each.panel, kind, value, tip }];
      }),
    ),
  );
  return {
    ...named,
    kind: 'drawn',
    caption:
      'Filled dots: likeness of the forecast and the executed response, 1 where they are equal. Marks: likeness of the responses to two different prompts (the floor), and of two responses to the same prompt (the ceiling).',
    spec: dotPanels({
      panels: panelsOf(present),
      dots: present.flatMap((each) => dotsOf(rows, each)),
      marks,
      kinds: kinds.map(([, kind]) => kind).filter((kind) => marks.some((mark) => mark.kind === kind)),
    }),
  };
}

function failureFigure(rows: FigureRows): Figure {
  const named = { name: 'verbatim-failures', title: 'Verbatim: two ways to fail' };
  const present = failures.filter((each) => hasValues(rows, [each]));
  if (present.length === 0) return { ...named, kind: 'absent', reason: 'no forecast could be classified' };
  return {
    ...named,
    kind: 'drawn',
    caption:
      'Of all forecasts, those that answer the message before the question instead of foreseeing a response, and those that foresee a response that is not given; the rest is right. By rule, and by the judge where the run has one.',
    spec: dotPanels({
      panels: panelsOf(present),
      dots: present.flatMap((each) => dotsOf(rows, each)),
      marks: [],
      kinds: [],
    }),
  };
}

function panelsOf(wanted: readonly Wanted[]) {
  return wanted.map(({ panel }) => ({ name: panel, domain: shareDomain, reference: null, format: 'share' as const }));
}
