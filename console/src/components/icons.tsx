// Icons, drawn on a grid of 16 and in the colour of the text. All are decoration: the text beside them, or an aria-label, names
// the control.
import type { ReactNode } from 'react';

const icon = (content: ReactNode) =>
  function Icon() {
    return (
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {content}
      </svg>
    );
  };

export const OverviewIcon = icon(<path d="M2 13.5h12M4 11V7.5M8 11V3M12 11V5.5" />);
export const PlayersIcon = icon(
  <>
    <circle cx="6" cy="5.5" r="2.5" />
    <path d="M1.5 13.5c.4-2.6 2.1-4 4.5-4s4.1 1.4 4.5 4M10.5 3.200a2.5 2.5 0 0 1 0 4.600M12.3 9.900c1.3.6 2 1.8 2.2 3.6" />
  </>,
);
export const LiveIcon = icon(
  <>
    <circle cx="8" cy="8" r="1.5" />
    <path d="M5 11a4.2 4.2 0 0 1 0-6M11 5a4.2 4.2 0 0 1 0 6M2.8 13.200a7.3 7.3 0 0 1 0-10.400M13.2 2.800a7.3 7.3 0 0 1 0 10.4" />
  </>,
);
export const LossesIcon = icon(<path d="M2.500 5.500h11v8h-11zM4 2.500h8M8 7.500v4M6 9.800l2 2 2-2" />);
export const AuditIcon = icon(<path d="M4 2.500h8v11H4zM6.5 5.500h3M6.5 8h3M6.5 10.500h1.5" />);
export const KeysIcon = icon(
  <>
    <circle cx="5" cy="11" r="2.5" />
    <path d="m6.8 9.2 6.2-6.200M10.5 5.500l2 2" />
  </>,
);
export const WebhooksIcon = icon(
  <>
    <path d="M1.5 8h6.500M5.500 5.500 8 8l-2.500 2.500" />
    <circle cx="12" cy="8" r="2.5" />
  </>,
);
export const SettingsIcon = icon(
  <>
    <path d="M2 4.500h6M12 4.500h2M2 11.500h2M8 11.500h6" />
    <circle cx="10" cy="4.5" r="1.8" />
    <circle cx="6" cy="11.5" r="1.8" />
  </>,
);
export const HealthIcon = icon(<path d="M1.5 8.500h3l2-5 3 9 2-4h3" />);
export const MenuIcon = icon(<path d="M2 4.500h12M2 8h12M2 11.500h12" />);
export const CloseIcon = icon(<path d="m4 4 8 8M12 4l-8 8" />);
export const CheckIcon = icon(<path d="m3.5 8.5 3 3 6-7" />);
export const ChevronsIcon = icon(<path d="m5.5 6 2.5-2.500L10.5 6M5.5 10 8 12.500l2.5-2.5" />);
export const ChevronRightIcon = icon(<path d="m6.5 4 4 4-4 4" />);
export const MoreIcon = icon(<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />);
export const CopyIcon = icon(<path d="M6 6h7.500v7.500H6zM10 6V2.500H2.500V10H6" />);
export const SearchIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3.5 3.5" />
  </>,
);
export const FilterIcon = icon(<path d="M2 4h12M4.500 8h7M7 12h2" />);
export const SortIcon = icon(
  <path d="M5 3v10M2.5 10.500 5 13l2.500-2.500M11 13V3M8.5 5.500 11 3l2.500 2.500" />,
);
export const WarningIcon = icon(<path d="M8 2 1.5 13.500h13zM8 6.500V9.500M8 11.500h.01" />);
export const RefreshIcon = icon(<path d="M13.5 8A5.5 5.5 0 1 1 11.8 4M13.5 2v3h-3" />);
export const PauseIcon = icon(<path d="M5.500 3v10M10.500 3v10" />);
export const PlayIcon = icon(<path d="M5 3l7.500 5L5 13z" />);
export const DownloadIcon = icon(<path d="M8 2.500v7.500M4.500 7 8 10.500 11.500 7M2.500 13.500h11" />);
export const SignOutIcon = icon(<path d="M6 2.500H2.500v11H6M10.5 11l3-3-3-3M13.5 8H6" />);
export const SunIcon = icon(
  <>
    <circle cx="8" cy="8" r="2.8" />
    <path d="M8 1.500v1M8 13.500v1M1.5 8h1M13.5 8h1M3.4 3.400l.7.7M11.9 11.900l.7.7M3.4 12.600l.7-.7M11.9 4.100l.7-.7" />
  </>,
);
export const MinusIcon = icon(<path d="M4 8h8" />);
export const MoonIcon = icon(<path d="M13.5 9.500A6 6 0 0 1 6.5 2.500a6 6 0 1 0 7 7Z" />);
export const SystemIcon = icon(<path d="M2 3h12v8H2zM6 13.500h4M8 11v2.5" />);

/** The mark of Playkeep: a keep whose gate is the sign for play. */
export const Mark = ({ size = 28 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false" className="mark">
    <rect width="32" height="32" rx="7" className="mark-ground" />
    <path d="M8 7h4v3h2.500V7h3v3H20V7h4v18H8z" className="mark-keep" />
    <path d="m13.5 14 6.5 4-6.5 4z" className="mark-ground" />
  </svg>
);
