// Before anything is drawn, so that the page does not change its colours in front of the reader.
try {
  const theme = localStorage.getItem('fw-migrate:theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's choice counts.
}
