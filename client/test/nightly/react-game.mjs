// A game in React with the hooks of the client, for react.browser.test.ts. It counts how often it is rendered.
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from '../../src/portable.ts';
import { useSave, useSession } from '../../src/react.ts';

let renders = 0;

function Score({ save, session }) {
  const { data, status, error } = useSave(save);
  const { state, sessionId } = useSession(session);
  renders += 1;
  const shown = [data?.gold, status, error?.code, state, sessionId !== undefined];
  globalThis.first ??= shown;
  return createElement('p', null, JSON.stringify(shown));
}

function Game({ url, token }) {
  const [parts, setParts] = useState({});
  useEffect(() => {
    const start = async () => {
      const client = createClient({ url, token: () => token });
      const session = await client.sessions.play({ onActive: 'replace' });
      const save = await client.openSave({ initial: { gold: 1 }, session });
      globalThis.game = { save, session, renders: () => renders };
      setParts({ save, session });
    };
    void start();
  }, [url, token]);
  return createElement(Score, parts);
}

/** Answers a function that takes the game from the page. */
globalThis.show = (given) => {
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(createElement(Game, given));
  return () => root.unmount();
};
