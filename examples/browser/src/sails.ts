// The sails of the boat, with their prices in coins and their colours. A sail without a price is everybody's.

export interface Sail {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly cloth: string;
  /** The colour of the stripes, where it has some. */
  readonly stripes?: string;
}

export const sails = [
  { id: 'linen', name: 'Linen', price: 0, cloth: '#f4ead2' },
  { id: 'poppy', name: 'Poppy', price: 0, cloth: '#e4572e' },
  { id: 'lagoon', name: 'Lagoon', price: 0, cloth: '#2fc4b2', stripes: '#e9fffb' },
  { id: 'corsair', name: 'Corsair', price: 5, cloth: '#2b2438', stripes: '#c9a6ff' },
] as const satisfies readonly Sail[];

export const firstSail: Sail = sails[0];

/** @returns the first sail for an id that this version of the game does not know */
export const sailOf = (id: string): Sail => sails.find((sail) => sail.id === id) ?? firstSail;
