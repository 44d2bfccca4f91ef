// The console as a whole: who is signed in decides between sign-in and the pages, and the path chooses the page.
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Route, Router, Switch, useLocation } from 'wouter';
import { onRetry } from './api/connection.ts';
import type { IssuerAnswer } from './api/issuer-attempt.ts';
import { pageSecret } from './api/page-secret.ts';
import { queryClient } from './api/query-client.ts';
import { consolePath } from './api/service-url.ts';
import { loadSession, type Scope, useHasScope, useSession } from './api/session.ts';
import { ErrorState, Skeleton } from './components/states.tsx';
import { ToastProvider } from './components/toast.tsx';
import { useHasUnsavedChanges } from './hooks/unsaved-changes.ts';
import { ConnectionBanner } from './shell/connection-banner.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { lazyPage } from './shell/lazy-page.tsx';
import { useLeaveDialog } from './shell/leave-dialog.tsx';
import { useTidyLocation, withoutEndSlash } from './shell/location.ts';
import { Sidebar, TopBar } from './shell/navigation.tsx';
import { ForbiddenPage, NotFoundPage } from './shell/not-found-page.tsx';
import { PageSkeleton } from './shell/page-skeleton.tsx';
import { styled } from './shell/page-styles.ts';
import { usePalette } from './shell/palette/use-palette.tsx';
import { useBuildWatch } from './shell/reload.ts';
import { useSections } from './shell/sections.ts';
import { IssuerSignIn, LinkSignIn, SignInAgain, SignInPage, signInPath } from './shell/sign-in.tsx';

const OverviewPage = lazyPage(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage');
const PlayersPage = lazyPage(() => styled(import('./pages/players/players-page.tsx')), 'PlayersPage');
const PlayerPage = lazyPage(() => styled(import('./pages/player/player-page.tsx')), 'PlayerPage');
const LiveSessionsPage = lazyPage(
  () => styled(import('./pages/live-sessions/live-sessions-page.tsx')),
  'LiveSessionsPage',
);
const LossesPage = lazyPage(() => styled(import('./pages/losses/losses-page.tsx')), 'LossesPage');
const AuditPage = lazyPage(() => styled(import('./pages/audit/audit-page.tsx')), 'AuditPage');
const KeysPage = lazyPage(() => styled(import('./pages/keys/keys-page.tsx')), 'KeysPage');
const WebhooksPage = lazyPage(() => styled(import('./pages/webhooks/webhooks-page.tsx')), 'WebhooksPage');
const SettingsPage = lazyPage(() => styled(import('./pages/settings/settings-page.tsx')), 'SettingsPage');
const HealthPage = lazyPage(() => styled(import('./pages/health/health-page.tsx')), 'HealthPage');

/** The address asked for this when the page was loaded. */
export interface Start {
  /** The token of a sign-in link. */
  readonly linkToken: string | undefined;
  /** The answer of the issuer to a sign-in. */
  readonly issuerAnswer: IssuerAnswer | undefined;
  /** Was the tab opened to sign in at the issuer? */
  readonly goesToIssuer: boolean;
}

export function App({ start }: { readonly start: Start }) {
  const { aroundNav, dialog } = useLeaveDialog();
  useBuildWatch();
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <Router base={consolePath} hook={useTidyLocation} hrefs={withoutEndSlash} aroundNav={aroundNav}>
            <SessionGate start={start} />
            {dialog}
          </Router>
        </ToastProvider>
      </QueryClientProvider>
    </CSPProvider>
  );
}

function SessionGate({ start }: { readonly start: Start }) {
  const { linkToken, issuerAnswer, goesToIssuer } = start;
  const signsIn = linkToken !== undefined || issuerAnswer !== undefined || goesToIssuer;
  const session = useSession();
  const [path, navigate] = useLocation();
  const [isStartUsed, setStartUsed] = useState(false);
  useEffect(() => {
    if (!signsIn) void loadSession();
  }, [signsIn]);
  const hasFailed = session.status === 'failed';
  useEffect(() => (hasFailed ? onRetry(() => void loadSession()) : undefined), [hasFailed]);
  const isAtSignIn = path === signInPath;
  const isSignedIn = session.status === 'signed-in';
  useEffect(() => {
    if (isSignedIn) setStartUsed(true);
    if (isSignedIn && isAtSignIn) navigate('/', { replace: true });
  }, [isSignedIn, isAtSignIn, navigate]);
  // The address is on its way to the first page.
  if (isSignedIn && isAtSignIn) return null;
  if (isSignedIn) {
    return (
      <>
        <Shell />
        {session.isExpired && <SignInAgain />}
      </>
    );
  }
  if (signsIn && !isStartUsed) {
    if (linkToken !== undefined) return <LinkSignIn token={linkToken} />;
    return <IssuerSignIn answer={issuerAnswer} />;
  }
  if (session.status === 'signed-out') return <SignInPage />;
  if (session.status === 'failed') {
    return (
      <main className="sign-in">
        <ErrorState error={session.failure} onRetry={() => void loadSession()} />
      </main>
    );
  }
  return <Beginning />;
}

/** The frame of the pages, while the service is asked who is signed in. A tab without a secret is likely to need the sign-in. */
const Beginning = () =>
  pageSecret() === undefined ? (
    <main className="sign-in">
      <div className="sign-in-card">
        <Skeleton lines={6} />
      </div>
    </main>
  ) : (
    <div className="shell">
      <div className="sidebar" />
      <div className="top-bar top-bar-skeleton" />
      <main className="content">
        <PageSkeleton />
      </main>
    </div>
  );

function Shell() {
  const [path] = useLocation();
  const { openPalette, palette } = usePalette();
  return (
    <div className="shell">
      <button type="button" className="skip-link" onClick={() => document.getElementById('content')?.focus()}>
        Skip to the content
      </button>
      <Sidebar onPalette={openPalette} />
      <TopBar onPalette={openPalette} />
      <div className="content">
        <ConnectionBanner />
        <main id="content" tabIndex={-1}>
          <ErrorBoundary resetKey={path}>
            <Pages />
          </ErrorBoundary>
        </main>
      </div>
      {palette}
    </div>
  );
}

const Pages = () => (
  <Switch>
    <Route path="/">
      <Home />
    </Route>
    {guarded('/players', 'Players', 'players:read', PlayersPage)}
    <Route path="/players/:sequentialId" nest>
      <Guard title="Player" scope="players:read">
        <PlayerPage />
      </Guard>
    </Route>
    {guarded('/sessions', 'Live sessions', 'sessions:read', LiveSessionsPage)}
    {guarded('/losses', 'Lost saves', 'players:read', LossesPage)}
    {guarded('/audit', 'Audit', 'audit:read', AuditPage)}
    {guarded('/keys', 'Keys', 'keys:write', KeysPage)}
    {guarded('/webhooks', 'Webhooks', 'webhooks:write', WebhooksPage)}
    {guarded('/settings', 'Settings', 'service:read', SettingsPage)}
    {guarded('/health', 'Health', 'service:read', HealthPage)}
    <Route>
      <NotFoundPage />
    </Route>
  </Switch>
);

const guarded = (path: string, title: string, scope: Scope, Content: ComponentType) => (
  <Route path={path}>
    <Guard title={title} scope={scope}>
      <Content />
    </Guard>
  </Route>
);

interface GuardProps {
  readonly title: string;
  readonly scope: Scope;
  readonly children: ReactNode;
}

/** A page with unsaved changes stays in the background while a key is signed in that may not see it. */
function Guard({ title, scope, children }: GuardProps) {
  const isAllowed = useHasScope(scope);
  const isDirty = useHasUnsavedChanges();
  return (
    <>
      {(isAllowed || isDirty) && <div hidden={!isAllowed}>{children}</div>}
      {!isAllowed && <ForbiddenPage title={title} scope={scope} hasUnsavedChanges={isDirty} />}
    </>
  );
}

/** The overview, or for a key without statistics the first page that it may see. */
function Home() {
  const mayReadStatistics = useHasScope('statistics:read');
  const [first] = useSections();
  const [, navigate] = useLocation();
  const target = mayReadStatistics ? undefined : first?.path;
  useEffect(() => {
    if (target !== undefined) navigate(target, { replace: true });
  }, [target, navigate]);
  if (mayReadStatistics) return <OverviewPage />;
  return target === undefined ? <ForbiddenPage title="Overview" scope="statistics:read" /> : null;
}
