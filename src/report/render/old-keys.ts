/** Keys of JSON output with their spelling in version 0.2, which is written beside them for one version. */
const oldKeys: ReadonlyMap<string, string> = new Map(
  Object.entries({
    baseRate: 'base_rate',
    itemRule: 'item_rule',
    otherModels: 'other_models',
    skillInterval: 'skill_interval',
    skillUpper: 'skill_upper',
    itemOnly: 'item_only',
    beyondShared: 'beyond_shared',
    kappaInterval: 'kappa_interval',
    firstRefuses: 'first_refuses',
    secondRefuses: 'second_refuses',
    threeWayKappa: 'three_way_kappa',
    partialRecall: 'partial_recall',
    partialPrecision: 'partial_precision',
    modalShare: 'modal_share',
    inMacro: 'in_macro',
    leftOut: 'left_out',
    unitsLeftOut: 'units_left_out',
    modelsLeftOut: 'models_left_out',
    selfAdvantage: 'self_advantage',
    bestOther: 'best_other',
    pHolm: 'p_holm',
  }),
);

/** Returns the old spelling of a key, which is also the name of its CSV column; the key itself where it has none. */
export function oldKey(key: string): string {
  return oldKeys.get(key) ?? key;
}

/**
 * Returns JSON data in which each renamed key also stands under its old spelling. Findings are as they are: they never
 * had other keys, and are the same on every surface.
 */
export function withOldKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOldKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, field]) => [key, key === 'findings' ? field : withOldKeys(field)] as const,
  );
  const old = entries.flatMap(([key, field]) => (oldKeys.has(key) ? [[oldKey(key), field] as const] : []));
  return Object.fromEntries([...entries, ...old]);
}

const oldFields: ReadonlyMap<string, string> = new Map([
  ['prediction', 'forecast'],
  ['predictionTokens', 'forecastTokens'],
]);

/** Returns an outcome whose renamed fields also stand under the names that they had in version 0.2. */
export function outcomeWithOldKeys(outcome: object): object {
  const fields: (readonly [string, unknown])[] = Object.entries(outcome);
  const old = fields.flatMap(([key, field]) => {
    const name = oldFields.get(key);
    return name === undefined ? [] : [[name, field] as const];
  });
  return Object.fromEntries([...fields, ...old]);
}
