import { beforeEach, describe, expect, it } from 'vitest';
import { someKey, someRunOf } from '../../../test/support/answers.ts';
import { leaserProcess } from '../../../test/support/leaser-process.ts';
import { dialects, startedPlace } from '../../../test/support/stores.ts';
import { openStore } from '../open.ts';
import type { Claims, Lease, Store } from '../store.ts';

const numbers = Array.from({ length: 60 }, (_, number) => number);

describe.each(dialects)('LeaseClaims in $dialect', ({ start }) => {
  const place = startedPlace(start);
  let location: string;
  let stores: readonly [Store, Store];
  let leases: [Lease, Lease];
  let first: Claims;
  let second: Claims;

  beforeEach(async () => {
    location = await place.fresh();
    stores = [await openStore(location), await openStore(location)];
    leases = [(await stores[0].lease(someRunOf(1).id))!, (await stores[1].lease(someRunOf(2).id))!];
    [first, second] = [leases[0].claims, leases[1].claims];
    return () => Promise.all(stores.map((store) => store.close()));
  });

  it('gives every call to exactly one of two runs that claim all at once', async () => {
    const claims = (side: Claims) => Promise.all(numbers.map((number) => side.claim(someKey(number))));
    const [ours, theirs] = await Promise.all([claims(first), claims(second)]);
    for (const number of numbers) expect([ours[number], theirs[number]].toSorted()).toEqual([false, true]);
    expect(await first.unclaimed(numbers.map(someKey))).toEqual(numbers.filter((n) => ours[n]).map(someKey));
  });

  it('gives a claim to the run that has it, and to another once it is given up', async () => {
    expect(await first.claim(someKey(1))).toBe(true);
    expect(await first.claim(someKey(1))).toBe(true);
    expect(await second.claim(someKey(1))).toBe(false);
    expect(await second.unclaimed([someKey(1), someKey(2)])).toEqual([someKey(2)]);
    await second.release(someKey(1)); // a claim of the other run
    expect(await second.claim(someKey(1))).toBe(false);
    await first.release(someKey(1));
    expect(await second.claim(someKey(1))).toBe(true);
  });

  it('ends with the lease of its run, whether released, expired or of a killed process', async () => {
    expect(await second.isShared()).toBe(true);
    await first.claim(someKey(1));
    await leases[0].release();
    expect(await second.isShared()).toBe(false);
    expect(await second.claim(someKey(1))).toBe(true);

    leases[0] = (await stores[0].lease(someRunOf(1).id))!;
    await leases[0].claims.claim(someKey(2));
    expect(await second.claim(someKey(2))).toBe(false);
    const theirs = `where run = '${someRunOf(1).id}'`;
    await place.execute(location, `update seb.leases set expires_at = expires_at - 31000 ${theirs}`);
    expect(await second.isShared()).toBe(true); // a running process of this host keeps it, whatever the clock says
    expect(await second.claim(someKey(2))).toBe(false);
    await place.execute(location, `update seb.leases set host = 'elsewhere' ${theirs}`);
    expect(await second.isShared()).toBe(false);
    expect(await second.claim(someKey(2))).toBe(true);

    const killed = await leaserProcess(location, someRunOf(3).id);
    expect(await second.isShared()).toBe(true);
    await killed.kill();
    expect(await second.isShared()).toBe(false);
  });
});
