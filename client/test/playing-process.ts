// A game that plays until it is killed. It prints its session.
import { signTestToken } from '../../test/harness/service.ts';
import { createClient, fileStorage } from '../src/index.ts';

const { SERVICE: url = '', PLAYER: player = '', FOLDER: folder = '' } = process.env;
const token = () => signTestToken(player);
const playkeep = createClient({ url, player, token, storage: fileStorage(folder) });
const session = await playkeep.sessions.play();
process.stdout.write(String(session.sessionId));
setInterval(() => undefined, 60_000);
