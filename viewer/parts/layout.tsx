import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { escapeControls } from '../../src/util/escape-controls.ts';
import type { Overview } from '../../src/view/contract/contract.ts';
import { source } from '../source.ts';
import { useConnected } from './live.tsx';

/** Returns the overview, which every screen uses. */
export function useOverview() {
  return useQuery({ queryKey: ['overview'], queryFn: () => source.overview() });
}

/** Shows header, navigation and the screen below. */
export function Layout() {
  const { data: overview } = useOverview();
  const params = useParams({ strict: false });
  const connected = useConnected();
  useFocusOnArrival();
  const run = params.run ?? overview?.together ?? selected(overview);
  const study = params.study ?? overview?.studies[0]?.id ?? null;
  return (
    <>
      <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <nav className="top" aria-label="Screens">
        <span className="brand">seb</span>
        <Link to="/" activeOptions={{ exact: true }}>
          Overview
        </Link>
        {run !== null && (
          <>
            {(run !== 'all' || overview?.together === run) && (
              <Link to="/runs/$run" params={{ run }} activeOptions={{ exact: true }}>
                {run === 'all' ? 'Report' : 'Run'}
              </Link>
            )}
            <Link to="/runs/$run/items" params={{ run }} search={{}}>
              Items
            </Link>
          </>
        )}
        {study !== null && (
          <Link to="/studies/$study" params={{ study }}>
            Study
          </Link>
        )}
        <Link to="/compare" search={{}}>
          Compare
        </Link>
        <Link to="/label" search={{}}>
          Label
        </Link>
        {!connected && (
          <span className="away" role="status">
            The server is not responding; retrying …
          </span>
        )}
      </nav>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

/** Returns the run that the overview is about; `all` for several runs, null for none. */
function selected(overview: Overview | undefined): string | null {
  const runs = overview?.selection.runs ?? [];
  return runs.length > 1 ? 'all' : (runs[0] ?? null);
}

/** Moves the focus into a new screen: what had it is gone. */
function useFocusOnArrival(): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const first = useRef(path);
  useEffect(() => {
    if (path === first.current) return;
    first.current = '';
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
}

/** Sets the title of the window. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = escapeControls(title);
  }, [title]);
}

/** Shown while data is loading, or if loading failed. */
export function Waiting({
  query,
  children,
}: {
  readonly query: { readonly isError: boolean; readonly error: Error | null; readonly refetch: () => unknown };
  readonly children?: ReactNode;
}) {
  if (!query.isError) return <p role="status">{children ?? 'Loading …'}</p>;
  return (
    <div role="alert" className="note">
      <p>Loading failed: {query.error?.message}</p>
      <button type="button" onClick={() => void query.refetch()}>
        Try again
      </button>
    </div>
  );
}
