import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { appRouter } from './app.tsx';
import { LiveUpdates } from './parts/live.tsx';

/** Returns the application at the address of the history. */
export async function startApp(history: RouterHistory): Promise<ReactNode> {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: 1, refetchOnWindowFocus: false } },
  });
  const router = appRouter(history);
  await router.load();
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <LiveUpdates>
          <RouterProvider router={router} />
        </LiveUpdates>
      </QueryClientProvider>
    </StrictMode>
  );
}
