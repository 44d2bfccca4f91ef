// Counts by category with a bar for each, as a table: the bar is decoration behind the label, and all numbers stand beside it.
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { formatCount } from './value-texts.ts';

export interface ShareRow {
  /** Names the row among the others. */
  readonly id: string;
  readonly label: ReactNode;
  readonly count: number;
  /** Cells after those of the count and its share. */
  readonly more?: readonly ReactNode[];
}

export interface ShareBarsProps {
  readonly caption: string;
  /** The titles of the first columns: label and count. */
  readonly labelTitle: string;
  readonly countTitle: string;
  /** Whether a column has the share of each row in the sum of all; true by default. */
  readonly hasShares?: boolean;
  readonly moreTitles?: readonly string[];
  readonly rows: readonly ShareRow[];
  /** Rows that are shown before `Show all`; 10 by default. */
  readonly shownFirst?: number;
}

const percent = new Intl.NumberFormat('en', {
  ...{ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 },
});

/** A share that is not nothing is not shown as nothing. */
const formatShare = (share: number): string =>
  share > 0 && share < 0.0005 ? '<0.1%' : percent.format(share);

export function ShareBars(props: ShareBarsProps) {
  const { caption, labelTitle, countTitle, hasShares = true, moreTitles = [], rows, shownFirst = 10 } = props;
  const [areAllShown, setAllShown] = useState(false);
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  const highest = Math.max(1, ...rows.map((row) => row.count));
  const shown = areAllShown ? rows : rows.slice(0, shownFirst);
  return (
    <div className="shares">
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{labelTitle}</th>
            <th scope="col">{countTitle}</th>
            {hasShares && <th scope="col">Share</th>}
            {moreTitles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <span
                  className="shares-bar"
                  style={{ width: `${(row.count / highest) * 100}%` }}
                  aria-hidden="true"
                />
                <span className="shares-label">{row.label}</span>
              </th>
              <td>{formatCount(row.count)}</td>
              {hasShares && <td className="muted">{total === 0 ? '–' : formatShare(row.count / total)}</td>}
              {row.more?.map((cell, index) => (
                <td key={moreTitles[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shownFirst && (
        <Button
          variant="ghost"
          size="small"
          aria-expanded={areAllShown}
          onClick={() => setAllShown(!areAllShown)}
        >
          {areAllShown ? `Show the first ${shownFirst}` : `Show all ${formatCount(rows.length)}`}
        </Button>
      )}
    </div>
  );
}
