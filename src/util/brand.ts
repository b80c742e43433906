declare const brand: unique symbol;

/** A string type that only its validating function can create. */
export type Brand<Name extends string> = string & { readonly [brand]: Name };
