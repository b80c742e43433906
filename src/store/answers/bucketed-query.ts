import type { Compilable, CompiledQuery } from 'kysely';

/** A query over a list of values, compiled once a size: compiling 64 rows takes longer than inserting them. */
export class BucketedQuery<Value, Row> {
  readonly #build: (values: readonly Value[]) => Compilable<Row>;
  readonly #parameters: (value: Value) => readonly unknown[];
  readonly #bySize = new Map<number, CompiledQuery<Row>>();

  /** `build` must take its parameters from the values alone, in the order that `parameters` gives. */
  constructor(build: (values: readonly Value[]) => Compilable<Row>, parameters: (value: Value) => readonly unknown[]) {
    this.#build = build;
    this.#parameters = parameters;
  }

  /** The query for these values (at least one). Some are repeated, so it must mean the same with repetitions. */
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

/** Repeats the last value up to one of eight sizes to a doubling: few are compiled and prepared, and little is repeated. */
function fillUp<Value>(values: readonly Value[]): readonly Value[] {
  const last = values.at(-1);
  if (last === undefined) throw new TypeError('a sized query needs a value');
  const step = 2 ** Math.max(0, Math.floor(Math.log2(values.length)) - 3);
  const size = step * Math.ceil(values.length / step);
  return [...values, ...Array.from({ length: size - values.length }, () => last)];
}
