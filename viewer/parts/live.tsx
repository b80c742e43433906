import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Overview } from '../../src/view/contract/contract.ts';
import { source } from '../source.ts';

const ConnectedContext = createContext(true);

/** Returns whether the page is connected to live updates. */
export function useConnected(): boolean {
  return useContext(ConnectedContext);
}

/** Keeps the data of the pages up to date while the store changes. */
export function LiveUpdates({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [connected, setConnected] = useState(true);
  useEffect(
    () =>
      source.listen({
        runs: (runs) => {
          queries.setQueryData<Overview>(['overview'], (old) =>
            old === undefined ? old : { ...old, runs: [...runs] },
          );
        },
        rows: () => {
          void queries.invalidateQueries();
        },
        connected: (is) => {
          setConnected((was) => {
            if (is && !was) void queries.invalidateQueries(); // reconnected after an interruption
            return is;
          });
        },
      }),
    [queries],
  );
  return <ConnectedContext.Provider value={connected}>{children}</ConnectedContext.Provider>;
}
