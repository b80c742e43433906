import theme from 'vitepress/theme-without-fonts';
import './contrast.css';

// biome-ignore lint/style/noDefaultExport: VitePress reads the theme from the default export
export default theme;
