// Short sounds made by the browser itself. They are off until the player switches them on.

export type Sound = 'coin' | 'pearl' | 'bitten' | 'home';

/** Notes one after the other, in hertz. */
const notes: Readonly<Record<Sound, readonly number[]>> = {
  coin: [880, 1318.5],
  pearl: [880, 1108.7, 1318.5, 1760],
  bitten: [196, 138.6],
  home: [523.3, 659.3, 784, 1046.5],
};
const noteSeconds = 0.085;

export interface Sounds {
  isOn: boolean;
  play(sound: Sound): void;
}

export function createSounds(): Sounds {
  let audio: AudioContext | undefined;
  return {
    isOn: false,
    play(sound) {
      if (!this.isOn) return;
      audio ??= new AudioContext();
      for (const [index, hertz] of notes[sound].entries()) {
        playNote(audio, hertz, audio.currentTime + index * noteSeconds);
      }
    },
  };
}

function playNote(audio: AudioContext, hertz: number, startsAt: number): void {
  const oscillator = new OscillatorNode(audio, { type: 'triangle', frequency: hertz });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0.12, startsAt);
  volume.gain.exponentialRampToValueAtTime(0.001, startsAt + 2 * noteSeconds);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(startsAt);
  oscillator.stop(startsAt + 2 * noteSeconds);
}
