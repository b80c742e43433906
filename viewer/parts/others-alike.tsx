import type { ItemView } from '../../src/view/contract/contract-items.ts';

/** Shows how many of the other models behaved alike; says so where there is none to compare with. */
export function OthersAlike({ row: { same, others } }: { readonly row: Pick<ItemView, 'same' | 'others'> }) {
  if (same !== null && others !== null && others > 0) return `${same} of ${others}`;
  return (
    <span className="sub" title="No majority of executions here, or of any other model of the run">
      n/a
    </span>
  );
}
