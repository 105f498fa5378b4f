import bundle from 'swagger-ui-dist/swagger-ui-bundle.js?url';
import './swagger.css';

declare global {
  interface Window {
    SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;
  }
}

interface SwaggerUI {
  React: { createElement: (component: unknown, properties: object) => unknown };
}

/**
 * Removes a link inside a button and names a field without a name, because both are barriers for screen readers. Hides
 * the choice of a server, because the page calls only the service that sent it.
 */
const withoutBarriers = ({ React }: SwaggerUI) => ({
  components: { DeepLink: ({ text }: { text: string }) => text, ServersContainer: () => null },
  wrapComponents: {
    TextArea: (field: unknown) => (properties: object) =>
      React.createElement(field, { 'aria-label': 'Body of the request', ...properties }),
  },
});

// The script is loaded as it is published: Swagger UI ships one bundle.
const script = document.createElement('script');
script.src = bundle;
script.addEventListener('load', () => {
  window.SwaggerUIBundle({
    url: new URL('api/openapi.json', document.baseURI).href,
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    filter: true,
    persistAuthorization: false,
    plugins: [withoutBarriers],
    syntaxHighlight: false,
    validatorUrl: null,
  });
});
document.head.append(script);
