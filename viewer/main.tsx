import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createHashHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod';
import { appRouter } from './app.tsx';
import { LiveUpdates } from './parts/live.tsx';
import { httpSource } from './source/http-source.ts';
import { SourceProvider } from './source/source.ts';
import { staticSource } from './source/static-source.ts';
import './style.css';

z.config({ jitless: true }); // compiling validators would need eval, which the page forbids itself

const root = document.getElementById('root');
if (root !== null) {
  const source = staticSource(document) ?? httpSource;
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: 1, refetchOnWindowFocus: false } },
  });
  createRoot(root).render(
    <StrictMode>
      <SourceProvider value={source}>
        <QueryClientProvider client={queries}>
          <LiveUpdates>
            <RouterProvider router={appRouter(createHashHistory())} />
          </LiveUpdates>
        </QueryClientProvider>
      </SourceProvider>
    </StrictMode>,
  );
}
