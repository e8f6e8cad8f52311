# The command line in a container; docs/install.md says how to build and use it
FROM python:3.13-slim
COPY constraints.txt dist/*.whl /tmp/wheel/
# The variables also reach pip's own environments
RUN cd /tmp/wheel \
    && PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt pip install --no-cache-dir *.whl \
    && rm -r /tmp/wheel \
    && useradd --create-home --uid 1000 books \
    && install --directory --owner books /books
USER books
# Configs come from here, and books go here
WORKDIR /books
VOLUME /books
ENTRYPOINT ["puzzlegen"]
CMD ["--help"]
