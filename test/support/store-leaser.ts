import { openStore } from '../../src/store/open.ts';

/** Program that takes the lease of a run, prints whether it got it, and keeps running. */
const [location = '', run = ''] = process.argv.slice(2);
const store = await openStore(location);
const lease = await store.lease(run as never);
process.stdout.write(lease === null ? 'refused\n' : 'taken\n');
setInterval(() => {}, 1000);
