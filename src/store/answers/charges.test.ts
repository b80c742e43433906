import { describe, expect, it } from 'vitest';
import { someRun, someRunOf } from '../../../test/support/answers.ts';
import { dialects, startedPlace } from '../../../test/support/stores.ts';
import { openStore } from '../open.ts';

describe.each(dialects)('putPossibleCharge in $dialect', ({ start }) => {
  const place = startedPlace(start);

  it('adds to the charges of its run, which a later process reads', async () => {
    const location = await place.fresh();
    const store = await openStore(location);
    expect(await store.possibleCharges(someRun.id)).toBe(0);
    await Promise.all([1, 0.5, 0.5].map((dollars) => store.putPossibleCharge(someRun.id, dollars)));
    await store.putPossibleCharge(someRunOf(2).id, 8);
    await store.close();
    const later = await openStore(location);
    expect(await later.possibleCharges(someRun.id)).toBe(2);
    await later.close();
  });
});
