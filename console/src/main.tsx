// The entry of the console in the browser.
import { createRoot } from 'react-dom/client';
import { takeIssuerAnswer, takeSignInOrder } from './api/issuer-attempt.ts';
import { App } from './app.tsx';
import { takeLinkToken } from './shell/sign-in.tsx';
import { startTheme } from './shell/theme.ts';

startTheme();
// Its address is relative to this page, and browsers may look at it again on the next one.
const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
if (icon) icon.href = new URL(icon.href).href;
// Before anything else is loaded, so that a token or a code is in the address no longer than needed.
const linkToken = takeLinkToken();
const issuerAnswer = takeIssuerAnswer();
const goesToIssuer = takeSignInOrder();
const place = document.getElementById('console');
if (!place) throw new Error('index.html has no place for the console');
createRoot(place).render(<App start={{ linkToken, issuerAnswer, goesToIssuer }} />);
