declare const brand: unique symbol;

/** A string type that only its validating function can create. */
export type Brand<Name extends string> = string & { readonly [brand]: Name };

/** Proves at compile time that every member of a union was handled. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}

/** Environment variables by name, such as those of `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;
