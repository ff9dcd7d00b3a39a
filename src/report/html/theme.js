// Shared by the pages of reports and the playground. Before anything is drawn, so that the page does not change its colours in front of the reader.
try {
  const theme = localStorage.getItem('fw-migrate:theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's choice counts.
}

document.addEventListener('DOMContentLoaded', () => {
  const toggle = document.querySelector('[data-theme-toggle]');
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () =>
    (document.documentElement.dataset.theme ?? (systemIsDark.matches ? 'dark' : 'light')) === 'dark';
  const showTheme = () => toggle?.setAttribute('aria-pressed', String(isDark()));
  toggle?.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem('fw-migrate:theme', theme);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    showTheme();
  });
  systemIsDark.addEventListener('change', showTheme);
  showTheme();
});
