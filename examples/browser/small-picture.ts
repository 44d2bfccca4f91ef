// A picture for a document: smaller than the screen, with 256 colours, so that its file is a fifth of a screenshot's.
import { crc32, deflateSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';

const mostColours = 256;
/** Colours nearer to each other than this, in each channel, count as one when the commonest are looked for. */
const step = 4;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel. */
  readonly bytes: Buffer;
}

/** @param png a screenshot  @param context opens a page that scales it  @returns an indexed PNG (PNG, section 11.2.1) */
export async function makeSmallPicture(context: BrowserContext, png: Buffer, width: number): Promise<Buffer> {
  const page = await context.newPage();
  const pixels = await scale(page, png, width);
  await page.close();
  return encodeIndexed(pixels);
}

async function scale(page: Page, png: Buffer, width: number): Promise<Pixels> {
  const source = `data:image/png;base64,${png.toString('base64')}`;
  const scaled = await page.evaluate(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(source)};
    await image.decode();
    const height = Math.round((image.height * ${width}) / image.width);
    const drawing = new OffscreenCanvas(${width}, height).getContext('2d');
    drawing.imageSmoothingQuality = 'high';
    drawing.drawImage(image, 0, 0, ${width}, height);
    const { data } = drawing.getImageData(0, 0, ${width}, height);
    return { height, base64: new Uint8Array(data.buffer).toBase64() };
  })()`);
  const { height, base64 } = scaled as { height: number; base64: string };
  return { width, height, bytes: Buffer.from(base64, 'base64') };
}

type Colour = readonly [red: number, green: number, blue: number];

const distance = (a: Colour, b: Colour): number =>
  (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

function encodeIndexed({ width, height, bytes }: Pixels): Buffer {
  const round = (index: number): number => Math.min(255, Math.round((bytes[index] ?? 0) / step) * step);
  const colourAt = (pixel: number): Colour => [round(pixel * 4), round(pixel * 4 + 1), round(pixel * 4 + 2)];
  const counts = new Map<string, CountedColour>();
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const colour = colourAt(pixel);
    const entry = counts.get(colour.join()) ?? { colour, count: 0 };
    entry.count += 1;
    counts.set(colour.join(), entry);
  }
  const { palette, nearest } = choosePalette(counts);
  // Each row begins with its filter, which is none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const place = Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width);
    rows[place] = nearest.get(colourAt(pixel).join()) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for a pixel, which is an index into the palette.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

interface CountedColour {
  readonly colour: Colour;
  count: number;
}

/**
 * Chooses the colours one by one: the next is the one whose pixels are the most wrong with those before. So a small thing of its own
 * colour, such as a coin, keeps it.
 * @returns the place of the nearest colour of the palette for each colour, by its key
 */
function choosePalette(counts: ReadonlyMap<string, CountedColour>): {
  readonly palette: readonly Colour[];
  readonly nearest: ReadonlyMap<string, number>;
} {
  const palette: Colour[] = [];
  const entries = [...counts].map(([key, { colour, count }]) => ({
    ...{ key, colour, weight: Math.sqrt(count), away: Number.POSITIVE_INFINITY, place: 0 },
  }));
  const wrongness = ({ weight, away }: (typeof entries)[number]): number => weight * Math.min(away, 2 ** 20);
  while (palette.length < mostColours) {
    const next = entries.reduce((worst, entry) => (wrongness(entry) > wrongness(worst) ? entry : worst));
    if (next.away === 0) break;
    for (const entry of entries) {
      const away = distance(entry.colour, next.colour);
      if (away < entry.away) [entry.away, entry.place] = [away, palette.length];
    }
    palette.push(next.colour);
  }
  return { palette, nearest: new Map(entries.map(({ key, place }) => [key, place])) };
}

/** Length, type, data and check (PNG, section 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}
