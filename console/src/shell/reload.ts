// Reloading a tab that is older than the service. It happens once for each build, so that a fault never makes a loop, and not
// while changes are unsaved.
import { useEffect } from 'react';
import { consolePath } from '../api/service-url.ts';
import { hasUnsavedChanges } from '../hooks/unsaved-changes.ts';

const storageKey = 'playkeep.reloaded-for';
const checkSeconds = 300;

/** The build that this tab runs. */
const ownBuild = document.querySelector('meta[name="playkeep-build"]')?.getAttribute('content') ?? '';

/** @returns the build that the service serves; undefined when it cannot be told */
async function servedBuild(): Promise<string | undefined> {
  try {
    const response = await fetch(`${consolePath}/build.json`, { cache: 'no-store' });
    const { build } = (await response.json()) as { build?: unknown };
    return typeof build === 'string' ? build : undefined;
  } catch {
    return undefined;
  }
}

let isReloading = false;

/**
 * Reloads the tab, unless it has done so for the same reason before.
 * @returns false if the tab stays
 */
function reloadOnceFor(reason: string): boolean {
  if (!isReloading && !mayReloadFor(reason)) return false;
  isReloading = true;
  // Once more for each part that is missed meanwhile: it may be that of a page which somebody has just asked for.
  location.reload();
  return true;
}

function mayReloadFor(reason: string): boolean {
  if (hasUnsavedChanges()) return false;
  try {
    if (sessionStorage.getItem(storageKey) === reason) return false;
    sessionStorage.setItem(storageKey, reason);
    return true;
  } catch {
    // Without storage nothing would stop a loop.
    return false;
  }
}

/** Loads a part of the program. A part that is gone, as after an upgrade, reloads the tab. @throws the failure if it stays */
export async function importPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const served = await servedBuild();
    const isOld = served !== undefined && served !== ownBuild;
    if (isOld && reloadOnceFor(served)) return new Promise(() => undefined);
    throw error;
  }
}

/** Compares builds when the tab is shown and every five minutes, and reloads an old tab. */
export function useBuildWatch(): void {
  useEffect(() => {
    let checkedAt = Date.now();
    const check = async () => {
      if (document.hidden || Date.now() - checkedAt < checkSeconds * 1000) return;
      checkedAt = Date.now();
      const served = await servedBuild();
      if (served !== undefined && served !== ownBuild) reloadOnceFor(served);
    };
    const timer = setInterval(() => void check(), checkSeconds * 1000);
    const onShown = () => void check();
    document.addEventListener('visibilitychange', onShown);
    window.addEventListener('focus', onShown);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onShown);
      window.removeEventListener('focus', onShown);
    };
  }, []);
}
