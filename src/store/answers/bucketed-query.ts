import type { Compilable, CompiledQuery } from 'kysely';

/**
 * A query over a list of values, compiled once per list size: compiling a query of 64 rows takes longer than inserting
 * them.
 */
export class BucketedQuery<Value, Row> {
  readonly #build: (values: readonly Value[]) => Compilable<Row>;
  readonly #parameters: (value: Value) => readonly unknown[];
  readonly #bySize = new Map<number, CompiledQuery<Row>>();

  /** `build` must take its parameters only from the values, in the order of `parameters`. */
  constructor(build: (values: readonly Value[]) => Compilable<Row>, parameters: (value: Value) => readonly unknown[]) {
    this.#build = build;
    this.#parameters = parameters;
  }

  /**
   * Returns the query for these values (at least one). Some values are repeated, so repetitions must not change its
   * result.
   */
  for(values: readonly Value[]): CompiledQuery<Row> {
    const filled = fillUp(values);
    const parameters = filled.flatMap(this.#parameters);
    let compiled = this.#bySize.get(filled.length);
    if (compiled === undefined) {
      compiled = this.#build(filled).compile();
      if (compiled.parameters.length !== parameters.length) throw new TypeError('a sized query has other parameters');
      this.#bySize.set(filled.length, compiled);
    }
    return { ...compiled, parameters };
  }
}

/**
 * Repeats the last value up to the next of eight sizes per doubling, so that few queries are compiled and few values
 * repeated.
 */
function fillUp<Value>(values: readonly Value[]): readonly Value[] {
  const last = values.at(-1);
  if (last === undefined) throw new TypeError('a sized query needs a value');
  const step = 2 ** Math.max(0, Math.floor(Math.log2(values.length)) - 3);
  const size = step * Math.ceil(values.length / step);
  return [...values, ...Array.from({ length: size - values.length }, () => last)];
}
