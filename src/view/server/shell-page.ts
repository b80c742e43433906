/** Initial HTML page of the served viewer; it loads the rest from the API. */
export const shellPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>seb viewer</title>
<link rel="stylesheet" href="/viewer.css">
<script src="/viewer.js" defer></script>
</head>
<body><div id="root"></div><noscript>This page needs JavaScript.</noscript></body>
</html>
`;
