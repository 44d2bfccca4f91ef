// The start of the page: sign-in by a name, then the game on this device.
import { elementById, metaContent } from './page/elements.ts';
import { startGame } from './page/game-page.ts';
import { readName, showSignIn } from './page/sign-in.ts';
import { createAeroplaneMode } from './save/aeroplane-mode.ts';
import { deviceId } from './save/device-id.ts';

const aeroplane = createAeroplaneMode();
const player = readName() ?? (await showSignIn(elementById('sign-in', HTMLElement)));
await startGame({ serviceUrl: metaContent('playkeep-service'), player, device: deviceId(), aeroplane });
