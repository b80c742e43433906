import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { appRouter } from './app.tsx';
import { LiveUpdates } from './parts/live.tsx';
import { type Source, SourceProvider } from './source/source.ts';

/** Returns the application at the address of the history, with the data that the source has at once. */
export async function startApp(source: Source, history: RouterHistory): Promise<ReactNode> {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: 1, refetchOnWindowFocus: false } },
  });
  if (source.opening !== null) queries.setQueryData(['overview'], source.opening.overview);
  const router = appRouter(history);
  await router.load();
  return (
    <StrictMode>
      <SourceProvider value={source}>
        <QueryClientProvider client={queries}>
          <LiveUpdates>
            <RouterProvider router={router} />
          </LiveUpdates>
        </QueryClientProvider>
      </SourceProvider>
    </StrictMode>
  );
}
