// The colours of points of a page as they are shown, whatever draws them.
import type { Page } from 'playwright-core';

interface Canvas {
  readonly OffscreenCanvas: new (
    width: number,
    height: number,
  ) => {
    getContext(
      kind: '2d',
      options: { readonly willReadFrequently: true },
    ): {
      drawImage(image: unknown, x: number, y: number): void;
      getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8Array };
    };
  };
  createImageBitmap(blob: Blob): Promise<{ readonly width: number; readonly height: number }>;
}

/** @returns `#rrggbb` of each point of the window, in pixels */
export async function coloursOf(
  page: Page,
  points: readonly (readonly [x: number, y: number])[],
): Promise<readonly string[]> {
  const picture = (await page.screenshot({ animations: 'disabled' })).toString('base64');
  // In a page of its own, since the policy of the console allows no such picture.
  const reader = await page.context().newPage();
  try {
    return await reader.evaluate(
      async ([source, places]) => {
        const { OffscreenCanvas, createImageBitmap } = globalThis as unknown as Canvas;
        const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d', {
          willReadFrequently: true,
        });
        context.drawImage(image, 0, 0);
        return places.map(([x, y]) => {
          const [red = 0, green = 0, blue = 0] = context.getImageData(
            Math.floor(x),
            Math.floor(y),
            1,
            1,
          ).data;
          return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
        });
      },
      [picture, points] as const,
    );
  } finally {
    await reader.close();
  }
}
