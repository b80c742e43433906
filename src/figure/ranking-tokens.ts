import type { TopLevelSpec } from 'vega-lite';
import type { Dot } from './dot-panels.ts';
import { dotsOf, type FigureRows, hasValues, type Wanted } from './estimate-dots.ts';
import { type Figure, schema } from './figure.ts';
import { placeLabels } from './place-labels.ts';
import { shortNames } from './short-names.ts';

const order: Wanted = { panel: 'accuracy', experiment: 'difficulty', measure: 'order_accuracy', policy: 'published' };
const tokens: Wanted = { panel: 'tokens', experiment: 'difficulty', measure: 'ranking_tokens_mean', policy: 'parsed' };
const area = { width: 700, height: 440 };

interface Point {
  readonly label: string;
  readonly source: Dot['source'];
  readonly tokens: number;
  readonly accuracy: number;
  readonly tip: string;
}

type Domain = readonly [number, number];

/** The paper's Figure 6: does thinking longer about the ranking help? */
export function rankingTokens(rows: FigureRows): Figure {
  const named = {
    name: 'figure-6-ranking-tokens',
    title: 'Difficulty: accuracy against tokens spent on the ranking (Figure 6)',
  };
  const points = pointsOf(dotsOf(rows, order), dotsOf(rows, tokens));
  if (!hasValues(rows, [order]) || !hasValues(rows, [tokens]) || points.length === 0) {
    return { ...named, kind: 'absent', reason: 'needs a difficulty experiment with token counts' };
  }
  return {
    ...named,
    kind: 'drawn',
    caption:
      'Mean completion tokens of a ranking (logarithmic) and share of pairs in the true order, over valid rankings as published. Dashed: chance. Filled: this report (point at a dot for its interval); hollow: the published models, on the paper’s items.',
    spec: scatter(points),
  };
}

function pointsOf(accuracies: readonly Dot[], counts: readonly Dot[]): readonly Point[] {
  return accuracies.flatMap((dot) => {
    const count = counts.find(({ label, source }) => label === dot.label && source === dot.source)?.value ?? null;
    if (dot.value === null || count === null || count <= 0) return [];
    const { label, source, value } = dot;
    const tip = `${dot.tip} · tokens a ranking: ${count.toFixed(1)}`;
    return [{ label, source, tokens: count, accuracy: value, tip }];
  });
}

function scatter(points: readonly Point[]): TopLevelSpec {
  const powers = domainOf(
    points.map((point) => Math.log10(point.tokens)),
    0.08,
  );
  const shares = domainOf([0.5, ...points.map(({ accuracy }) => accuracy)], 0.06);
  const x = {
    field: 'tokens',
    type: 'quantitative',
    title: 'mean tokens a ranking',
    scale: { type: 'log', domain: powers.map((power) => 10 ** power), nice: false },
    axis: { format: '~s', values: ticks(powers) },
  };
  const y = {
    field: 'accuracy',
    type: 'quantitative',
    title: 'share of pairs in the true order',
    scale: { domain: [...shares], nice: false, zero: false },
    axis: { format: '.2f' },
  };
  return {
    $schema: schema,
    ...area,
    datasets: { points: [...points], labels: [...labelled(points, powers, shares)] },
    layer: [
      {
        data: { values: [{}] },
        mark: { type: 'rule', style: 'reference', aria: false },
        encoding: { y: { datum: 0.5 } },
      },
      leaders(x, y),
      ...(['published', 'own'] as const)
        .filter((source) => points.some((point) => point.source === source))
        .map((source) => pointLayer(source, x, y)),
      writtenNames(x, y),
    ],
  } as TopLevelSpec; // the layers are built apart, which the typings of a literal do not follow
}

function pointLayer(source: Dot['source'], x: object, y: object) {
  return {
    data: { name: 'points' },
    transform: [{ filter: { field: 'source', equal: source } }],
    mark: { type: 'point', style: source },
    encoding: { x, y, tooltip: { field: 'tip', type: 'nominal' }, description: { field: 'tip', type: 'nominal' } },
  };
}

function leaders(x: object, y: object) {
  return {
    data: { name: 'labels' },
    transform: [{ filter: { field: 'far', equal: true } }],
    mark: { type: 'rule', style: 'leader', aria: false },
    encoding: { x, y, x2: { field: 'nearTokens' }, y2: { field: 'labelAccuracy' } },
  };
}

function writtenNames(x: object, y: object) {
  return {
    data: { name: 'labels' },
    mark: { type: 'text', style: 'label', aria: false },
    encoding: {
      x: { ...x, field: 'labelTokens' },
      y: { ...y, field: 'labelAccuracy' },
      text: { field: 'name', type: 'nominal' },
    },
  };
}

/** Names placed in pixels, given back in the units of the axes. */
function labelled(points: readonly Point[], powers: Domain, shares: Domain) {
  const names = plainNames(points);
  const anchors = points.map((point, index) => ({
    x: ((Math.log10(point.tokens) - powers[0]) / (powers[1] - powers[0])) * area.width,
    y: (1 - (point.accuracy - shares[0]) / (shares[1] - shares[0])) * area.height,
    text: names[index] ?? point.label,
  }));
  const tokensAt = (pixel: number) => 10 ** (powers[0] + (pixel / area.width) * (powers[1] - powers[0]));
  return placeLabels(anchors, area).map(({ text, far, labelX, labelEnd, labelY, x }, index) => ({
    name: text,
    far,
    tokens: points[index]?.tokens,
    accuracy: points[index]?.accuracy,
    labelTokens: tokensAt(labelX),
    nearTokens: tokensAt(Math.min(labelEnd, Math.max(labelX, x))),
    labelAccuracy: shares[0] + (1 - labelY / area.height) * (shares[1] - shares[0]),
  }));
}

/** Short names; a model and its published namesake differ by their dots. */
function plainNames(points: readonly Point[]): readonly string[] {
  const own = points.filter(({ source }) => source === 'own').map(({ label }) => label);
  const short = new Map(shortNames(own).map((name, index) => [own[index], name]));
  return points.map(({ label }) => short.get(label) ?? label.replace(/ \(published\)$/, ''));
}

function domainOf(values: readonly number[], margin: number): Domain {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const reserve = Math.max(high - low, 0.1) * margin;
  return [low - reserve, high + reserve];
}

/** 1, 2 and 5 times powers of ten inside a domain of powers. */
function ticks([low, high]: Domain): readonly number[] {
  const first = Math.floor(low);
  const powers = Array.from({ length: Math.ceil(high) - first + 1 }, (_, step) => first + step);
  return powers
    .flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power))
    .filter((tick) => Math.log10(tick) >= low && Math.log10(tick) <= high);
}
