"""The web application: matches over a WebSocket, everything else over HTTP."""
