declare const brand: unique symbol;

/** A string that may only be made by the function that checks it. */
export type Brand<Name extends string> = string & { readonly [brand]: Name };
