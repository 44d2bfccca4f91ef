// The theme of the documentation site: the default one with the fonts of the system, so that no font is loaded, in Playkeep's colour.
import theme from 'vitepress/theme-without-fonts';
import './style.css';

// biome-ignore lint/style/noDefaultExport: VitePress reads the default export.
export default theme;
