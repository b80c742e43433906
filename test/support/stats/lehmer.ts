/** Park and Miller's "minimal standard" generator, as in lehmer.R: the same n numbers in (0, 1) on both sides. */
export function lehmer(seed: number, n: number): readonly number[] {
  let state = seed;
  return Array.from({ length: n }, () => {
    state = (16_807 * state) % 2_147_483_647;
    return state / 2_147_483_647;
  });
}
